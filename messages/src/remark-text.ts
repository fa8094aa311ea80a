import { remarks } from './en/console/remarks.ts'
import { fill } from './fill-text.ts'

type CodeIn<Key> = Key extends `operations.remark.${infer Code}` ? Code : never

/** A remark of a command, whose code has a text. */
interface RemarkWithText {
  readonly line?: number
  readonly code: CodeIn<keyof typeof remarks>
  readonly variables: Readonly<Record<string, string | number>>
}

/** A remark in English, as the command line prints it, with the line of the file that it is about. */
export function remarkInEnglish({ line, code, variables }: RemarkWithText): string {
  const says = fill(remarks[`operations.remark.${code}`], variables)
  return line === undefined ? says : fill(remarks['operations.remarkOfLine'], { line, says })
}
