import type { Remark, RemarkCode } from '@aitai/contract/routes/console/remarks.ts'
import type { ValuesOf } from '@aitai/messages/texts.ts'

/** The values that the text of a code names. */
type RemarkValues<Code extends RemarkCode> = ValuesOf<`operations.remark.${Code}`>

/** What is remarked of a file or of a change: a code and the values of its text. */
export const remark = <Code extends RemarkCode>(
  code: Code,
  ...values: RemarkValues<Code> extends undefined ? [] : [RemarkValues<Code>]
): Remark => ({ code, variables: (values[0] ?? {}) as Remark['variables'] })

/** Whether a row, or what was read from it, is what is wrong with it instead. */
export const isRemark = (read: object): read is Remark => 'code' in read && 'variables' in read
