import { BadFile, readGiven } from '../reference/file.ts'
import type { OfficeRefusal } from './office.ts'

/** What a file says, and which it was: the audit trail names it by its SHA-256. */
export interface Given<T> {
  readonly content: T
  readonly sha256: string
}

/** Reads a file that an operator hands in, as base64 of its bytes. A bad line refuses the whole of it. */
export function given<T>(
  file: string,
  code: string,
  parse: (text: string) => T,
): Given<T> | { readonly refusal: OfficeRefusal } {
  try {
    const { text, sha256 } = readGiven(Buffer.from(file, 'base64'))
    return { content: parse(text), sha256 }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return { refusal: { code, message: error.message } }
  }
}

/** Why something that is likely a mistake was not done. Null if nothing speaks against it or it is meant. */
export function unmeant(
  code: string,
  concerns: readonly string[],
  asked: { readonly yes?: boolean; readonly dryRun?: boolean },
): OfficeRefusal | null {
  if (asked.yes || asked.dryRun || concerns.length === 0) return null
  const message = [...concerns, 'Nothing was changed. If that is meant, say --yes; --dry-run shows it.']
  return { code, message: message.join('\n') }
}
