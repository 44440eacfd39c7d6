import type { MemoryDocument } from './memory-library'

export const slabs: MemoryDocument[] = [
  {
    id: 'slab-1',
    title: 'Heat conduction in composite slabs',
    text: `Heat conduction in composite slabs
J. Smith, R. Miller, A. Jones, Department of Mechanics, Example University
Analytic solutions are known for transient heat conduction in composite slabs with perfect contact. The surface temperature increases with the thickness of the insulating layer. However, it falls when the contact resistance grows. See www.example.org and https://example.org for more.
Figure 2. Temperature in the slab.
Copyright 1960 by the authors. All rights reserved.
[1] Smith, J., and Doe, A., J. Heat Transfer, vol. 3, no. 2, pp. 1-20.`,
  },
  {
    id: 'slab-2',
    title: 'Measurements on layered walls',
    text: `Measurements on layered walls. The surface temperature decreases with the thickness of the insulating layer. Measured contact resistance of the composite slabs was 12 percent above the theory. Analytic solutions are known for transient heat conduction in composite slabs with perfect contact.`,
  },
  {
    id: 'slab-3',
    title: 'Numerical methods for heat conduction',
    text: `Finite differences solve heat conduction in composite slabs when the layers have different properties. Explicit schemes require small time steps in thin layers. Implicit schemes remain stable for any time step.`,
  },
  {
    id: 'birds',
    title: 'Migration of birds',
    text: `Storks fly to Africa in autumn. The birds follow the coast and avoid the open sea. Young birds learn the way from older ones.`,
  },
]

export const chineseCity: MemoryDocument[] = [
  {
    id: 'park',
    title: '乍都节公园',
    text: '乍都节公园位于泰国的首都曼谷的乍都节县，是一处公众游园地。1975年由泰国国家铁路局捐献土地建筑成公园。它的面积约为0.304平方公里。公园里亦有一座小型的火车博物馆，展示泰国的机车及车厢。版权所有，未经许可不得转载。',
  },
  {
    id: 'street',
    title: '东关街',
    text: '东关街位于江苏省扬州市，是一条历史悠久的老街。街上有许多传统商铺。每年有大量游客前来参观。',
  },
]
