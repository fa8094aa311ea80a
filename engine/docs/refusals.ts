import { codes } from '../../messages/src/en/codes.ts'
import { deskCodes } from '../../messages/src/en/desk-codes.ts'
import { rows } from '../../messages/src/en/rows.ts'
import { refusalCodes } from '../src/refusals.ts'
import type { Section } from './example.ts'
import { code, table } from './markdown.ts'

const texts: Readonly<Record<string, string>> = { ...codes, ...deskCodes, ...rows }

/** What a user reads for a code. A code without a text is a gap that must not be written down as one. */
export function textOf(errorCode: string): string {
  const text = texts[errorCode]
  if (text === undefined) throw new Error(`there is no English text for ${errorCode}`)
  return text
}

/** Every way in which the engine says no (refusals.ts). */
export const refusals: Section = {
  title: 'Refusals',
  text: [
    'What the engine refuses changes nothing. The text is what the user reads in English; names in braces are filled in.',
    table(
      ['Code', 'Text'],
      refusalCodes.map((errorCode) => [code(errorCode), textOf(errorCode)]),
    ),
  ],
}
