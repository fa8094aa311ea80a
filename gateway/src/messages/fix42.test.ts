import { expect, test } from 'vitest'
import { fieldsOf, messageOf, textOf } from '../../test/support/text-message.ts'
import { fromFix42, toFix42 } from './fix42.ts'

test('a report has ExecTransType, and one that only repeats the status says so there', () => {
  expect(textOf(toFix42(messageOf('35=8|11=A1|150=0|39=0')))).toBe('35=8|11=A1|150=0|39=0|20=0')
  expect(textOf(toFix42(messageOf('35=8|11=A1|150=I|39=9')))).toBe('35=8|11=A1|150=9|39=9|20=3')
})

test('parties become fields: the path of an order in one, each party of a report in its own', () => {
  const path = '453=2|448=HIN|447=D|452=1|448=KAE|447=D|452=1'
  expect(textOf(toFix42(messageOf(`35=D|11=A1|${path}|54=1`)))).toBe('35=D|11=A1|54=1|5019=HIN;KAE')
  const parties = '453=3|448=HIN|447=D|452=1|448=Alder|447=D|452=13|448=Birch|447=D|452=17'
  expect(textOf(toFix42(messageOf(`35=8|${parties}|150=7|39=7`)))).toBe(
    '35=8|76=HIN|5020=Alder|5021=Birch|150=7|39=7|20=0',
  )
  expect(fromFix42(messageOf('35=D|11=A1|5019=HIN;;KAE|54=1')).fields).toEqual(
    fieldsOf('11=A1|453=2|448=HIN|447=D|452=1|448=KAE|447=D|452=1|54=1'),
  )
})

test.each(['AJ', 'x', 'y', 'BN', 'AE', 'AR'])('the type %s begins with U, and is read back', (type) => {
  const message = toFix42({ type, fields: [] })
  expect(message.type).toBe(`U${type}`)
  expect(fromFix42(message).type).toBe(type)
})

test.each(['D', '8', 'R', 'h', 'j', '6'])(
  'the type %s stays, and what a message has beside its fields',
  (type) => {
    expect(toFix42({ type, fields: [], once: 'E1' })).toMatchObject({ type, once: 'E1' })
  },
)
