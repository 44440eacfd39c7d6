import { startedEgress } from '../process/started-with'
import { enforceEgress } from './guard'

// Imported first by a process that may be let out: by who starts it, and no further than they say.
enforceEgress(startedEgress)
