import { refusalCodes } from '@aitai/engine/refusals.ts'
import { advertErrors } from '@aitai/messages/en/errors/advert-errors.ts'
import { generalErrors } from '@aitai/messages/en/errors/general-errors.ts'
import { uploadRowErrors } from '@aitai/messages/en/errors/upload-row-errors.ts'
import type { Section } from '../example.ts'
import { code, table } from '../markdown.ts'

const texts: Readonly<Record<string, string>> = { ...generalErrors, ...advertErrors, ...uploadRowErrors }

/** The text for a code. Throws if there is none. */
export function refusalText(errorCode: string): string {
  const text = texts[errorCode]
  if (text === undefined) throw new Error(`there is no English text for ${errorCode}`)
  return text
}

/** Every refusal of the engine (refusals.ts). */
export const refusals: Section = {
  title: 'Refusals',
  text: [
    'What the engine refuses changes nothing. The text is what the user reads in English; names in braces are filled in.',
    table(
      ['Code', 'Text'],
      refusalCodes.map((errorCode) => [code(errorCode), refusalText(errorCode)]),
    ),
  ],
}
