import Type from 'typebox'
import { remarkCodes } from '../../routes/console/remarks.ts'
import { described, oneOf } from '../common.ts'

/** An ISO time in UTC. */
export const IsoTime = Type.String({ description: 'An ISO time in UTC.' })

/** An ISO date. */
export const IsoDate = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: 'An ISO date.',
})

export const Count = Type.Integer({ minimum: 0 })

/** What somebody of staff types. The command decides what is valid. */
export const InputText = Type.String({ maxLength: 2_000 })

/** Why somebody of staff does something. The command decides whether it is one. */
export const Reason = described('Stored permanently.', InputText)

/** What a command remarks, by a code that has a text in both languages. */
export const ShownRemark = Type.Object({
  line: described('Of the file, from 1.', Type.Optional(Type.Integer({ minimum: 1 }))),
  code: described('The text is `operations.remark.CODE`.', oneOf(remarkCodes)),
  variables: described(
    'What the text names; hours are in UTC.',
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  ),
})
