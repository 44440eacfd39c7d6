export { createChooseResource } from './choose-resource'
export { keepPoolInStep } from './resources-in-pool'
