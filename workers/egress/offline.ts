import { enforceEgress } from './guard'

// Imported first by every worker: what it loads afterwards finds no way out.
enforceEgress('offline')
