import type { AskedField } from '../../contract/calls/asked-field'

const field = { description: '', isRequired: true, proposed: null } as const

/** A field of each kind. */
export const askedFields: readonly AskedField[] = [
  {
    ...field,
    name: 'days',
    title: 'Days',
    description: 'For how many days the forecast is made.',
    form: { kind: 'number', isInteger: true, minimum: 1, maximum: 14 },
  },
  { ...field, name: 'from', title: 'from', form: { kind: 'text', format: 'date', minLength: null, maxLength: null } },
  {
    ...field,
    name: 'units',
    title: 'Units',
    form: {
      kind: 'choice',
      isMany: false,
      least: null,
      most: null,
      options: [
        { value: 'metric', title: 'Metric' },
        { value: 'us', title: 'US customary' },
      ],
    },
  },
  { ...field, name: 'hourly', title: 'hourly', form: { kind: 'boolean' } },
  {
    ...field,
    name: 'reader',
    title: 'E-mail',
    description: 'Where the forecast is sent to.',
    isRequired: false,
    form: { kind: 'text', format: 'email', minLength: null, maxLength: 200 },
  },
  {
    ...field,
    name: 'values',
    title: 'Values',
    isRequired: false,
    proposed: ['temperature'],
    form: {
      kind: 'choice',
      isMany: true,
      least: null,
      most: null,
      options: ['temperature', 'wind', 'rain'].map((value) => ({ value, title: value })),
    },
  },
]
