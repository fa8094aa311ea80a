import type { Sentence } from './sentence.ts'
import { section4AdvertSentences } from './sentences-4-adverts.ts'
import { section4PeopleSentences } from './sentences-4-people.ts'
import { section8Sentences } from './sentences-8.ts'

/**
 * Every sentence of the specification's sections 4 and 8, in order, and the journey that shows it: a journey
 * is named by its sentence. What is the client's alone says why; the journeys of the client show it.
 */
export const sentences: readonly Sentence[] = [
  ...section4AdvertSentences,
  ...section4PeopleSentences,
  ...section8Sentences,
]
