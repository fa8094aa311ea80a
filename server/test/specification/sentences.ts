import { adverts } from './sentences-4-adverts.ts'
import { people } from './sentences-4-people.ts'
import { errors } from './sentences-8.ts'
import type { Sentence } from './under.ts'

/**
 * Every sentence of the specification's sections 4 and 8, in order, and the journey that shows it: a journey
 * is named by its sentence. What is the client's alone says why; the journeys of the client show it.
 */
export const sentences: readonly Sentence[] = [...adverts, ...people, ...errors]
