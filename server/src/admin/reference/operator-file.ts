import { decodeImportedFile, InvalidFile } from '../../reference/imported-file.ts'
import type { AdminRefusal } from '../admin-context.ts'

/** What a file says, and which it was: the audit trail names it by its SHA-256. */
export interface OperatorFile<T> {
  readonly content: T
  readonly sha256: string
}

/** Reads a file that an operator hands in, as base64 of its bytes. A bad line refuses the whole of it. */
export function readOperatorFile<T>(
  file: string,
  code: string,
  parse: (text: string) => T,
): OperatorFile<T> | { readonly refusal: AdminRefusal } {
  try {
    const { text, sha256 } = decodeImportedFile(Buffer.from(file, 'base64'))
    return { content: parse(text), sha256 }
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    return { refusal: { code, message: error.message } }
  }
}

/** Why something that is likely a mistake was not done. Null if nothing speaks against it or it is meant. */
export function confirmationRefusal(
  code: string,
  concerns: readonly string[],
  asked: { readonly yes?: boolean; readonly dryRun?: boolean },
): AdminRefusal | null {
  if (asked.yes || asked.dryRun || concerns.length === 0) return null
  const message = [...concerns, 'Nothing was changed. If that is meant, say --yes; --dry-run shows it.']
  return { code, message: message.join('\n') }
}
