import type { GlossaryKey } from '../ui/text/use-text.ts'

/** The words of the desk in the order in which a trader meets them. */
export const glossaryTerms: readonly GlossaryKey[] = [
  'ioi',
  'contra',
  'located',
  'connection',
  'mid',
  'lot',
  'minimum',
  'residual',
  'duration',
  'transactionType',
  'contraType',
  'rating',
  'hurdle',
  'decay',
  'advertising',
  'knockout',
  'indexRelative',
  'path',
]
