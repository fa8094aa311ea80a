import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import { decodeImportedFile, InvalidFile } from '../../reference/imported-file.ts'
import type { AdminRefusal } from '../admin-context.ts'

/** The content of a file, and its SHA-256 for the audit trail. */
interface OperatorFile<T> {
  readonly content: T
  readonly sha256: string
}

/** Reads a file in base64. An invalid line refuses the whole file. */
export async function readOperatorFile<T>(
  file: string,
  code: string,
  parse: (text: string) => Promise<T>,
): Promise<OperatorFile<T> | { readonly refusal: AdminRefusal }> {
  try {
    const { text, sha256 } = decodeImportedFile(Buffer.from(file, 'base64'))
    return { content: await parse(text), sha256 }
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    return { refusal: fileRefusal(code, error.problems) }
  }
}

/** Refuses a file for what is remarked of it; `more` is for the command line alone. */
export const fileRefusal = (code: string, remarks: readonly Remark[], ...more: string[]): AdminRefusal => ({
  code,
  message: [...remarks.map(remarkInEnglish), ...more].join('\n'),
  remarks,
})

/** Refuses a likely mistake unless it is confirmed or a dry run. */
export function confirmationRefusal(
  code: string,
  concerns: readonly Remark[],
  options: { readonly yes?: boolean; readonly dryRun?: boolean },
): AdminRefusal | null {
  if (options.yes || options.dryRun || concerns.length === 0) return null
  const howTo = 'Nothing was changed. Confirm with --yes; --dry-run shows the change.'
  return fileRefusal(code, concerns, howTo)
}
