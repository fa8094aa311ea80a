import { expect, test } from 'vitest'
import { dictionary44 } from '../../test/support/test-dictionary.ts'
import { messageOf } from '../../test/support/text-message.ts'
import { type RejectReason, rejectReasons as reasons, validate } from './validation.ts'

const header = '34=2|49=ALDER|52=20261126-00:30:00|56=AITAI'
const order = (body: string, head = header): string => `35=D|${head}|${body}`
const party = '448=HINOKI|447=D|452=1'

test.each([
  order('11=A1|55=7203.T|54=1'),
  order('54=1|55=7203.T|38=1000.5|11=A1|18=M R|126=20261126-06:00:00.000'),
  order(`11=A1|453=2|${party}|448=SUGI|452=1|55=7203.T|54=1`),
  order(`11=A1|453=1|${party}|802=2|523=a|803=1|523=b|803=2|55=7203.T|54=1`),
  order('11=A1|453=0|55=7203.T|54=1'),
  order('11=A1|55=7203.T|54=1|93=3|89=abc'),
  order('11=A1|55=7203.T|54=1', `${header}|627=2|628=a|628=b`),
  `35=0|${header}`,
])('%s is valid', (text) => {
  expect(validate(dictionary44, messageOf(text))).toBeNull()
})

const faults: readonly [string, RejectReason, number | undefined, string][] = [
  ['an unknown tag', reasons.invalidTag, 5_001, order('11=A1|55=7203.T|54=1|5001=x')],
  ['the tag 0', reasons.invalidTag, 0, order('11=A1|55=7203.T|54=1|0=x')],
  ['a negative tag', reasons.invalidTag, -1, order('11=A1|55=7203.T|54=1|-1=x')],
  ['a tag that is no number', reasons.invalidTag, undefined, order('11=A1|55=7203.T|54=1|x=x')],
  ['a missing tag of the header', reasons.requiredTagMissing, 56, '35=0|34=2|49=ALDER|52=20261126-00:30:00'],
  ['a missing tag of the body', reasons.requiredTagMissing, 55, order('11=A1|54=1')],
  [
    'a missing tag of a group',
    reasons.requiredTagMissing,
    452,
    order('11=A1|453=1|448=HINOKI|55=7203.T|54=1'),
  ],
  ['a tag of another message', reasons.tagNotDefinedForMessage, 55, `35=0|${header}|55=7203.T`],
  [
    'a tag of a group outside of it',
    reasons.tagNotDefinedForMessage,
    448,
    order('11=A1|55=7203.T|54=1|448=X'),
  ],
  ['a tag without a value', reasons.tagWithoutValue, 11, order('11=|55=7203.T|54=1')],
  ['an unknown value', reasons.valueOutOfRange, 54, order('11=A1|55=7203.T|54=3')],
  ['an unknown one of several values', reasons.valueOutOfRange, 18, order('11=A1|55=7203.T|54=1|18=M Q')],
  ['a number with a plus sign', reasons.incorrectFormat, 38, order('11=A1|55=7203.T|54=1|38=+100')],
  ['a date for a time', reasons.incorrectFormat, 126, order('11=A1|55=7203.T|54=1|126=20261126')],
  ['two characters for one', reasons.incorrectFormat, 54, order('11=A1|55=7203.T|54=12')],
  ['an unknown type', reasons.invalidMsgType, undefined, `35=*|${header}`],
  ['a repeated tag', reasons.repeatedTag, 54, order('11=A1|55=7203.T|54=1|54=2')],
  ['a tag of the header in the body', reasons.tagOutOfOrder, 34, '35=0|49=ALDER|56=AITAI|112=a|34=2'],
  ['a tag of the body in the trailer', reasons.tagOutOfOrder, 54, order('11=A1|55=7203.T|93=3|89=abc|54=1')],
  ['too few entries', reasons.wrongGroupCount, 453, order(`11=A1|453=2|${party}|55=7203.T|54=1`)],
  ['too many entries', reasons.wrongGroupCount, 453, order(`11=A1|453=0|${party}|55=7203.T|54=1`)],
  [
    'a group that begins in the middle',
    reasons.groupFieldOutOfOrder,
    452,
    order('11=A1|453=1|452=1|448=X|55=7203.T|54=1'),
  ],
  [
    'a group in another order',
    reasons.groupFieldOutOfOrder,
    447,
    order('11=A1|453=1|448=X|452=1|447=D|55=7203.T|54=1'),
  ],
  [
    'a repeated tag in a group',
    reasons.repeatedTag,
    447,
    order('11=A1|453=1|448=X|447=D|447=D|55=7203.T|54=1'),
  ],
  [
    'too few entries of a group in a group',
    reasons.wrongGroupCount,
    802,
    order(`11=A1|453=1|${party}|802=2|523=a|55=7203.T|54=1`),
  ],
]

test.each(faults)('%s is rejected with reason %d', (_, reason, tag, text) => {
  expect(validate(dictionary44, messageOf(text))).toEqual(tag === undefined ? { reason } : { reason, tag })
})
