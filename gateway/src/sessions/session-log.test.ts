import { expect, test } from 'vitest'
import { redacted } from './session-log.ts'

test('a message for a log has no password, neither of a Logon nor of a handover', () => {
  const message =
    '8=FIX.4.4\x0135=A\x01553=ALDER\x01554=secret\x01925=new\x0195=3\x0196=raw\x015013=ABCD2345\x0110=001\x01'
  expect(redacted(Buffer.from(message))).toBe(
    '8=FIX.4.4|35=A|553=ALDER|554=***|925=***|95=3|96=***|5013=***|10=001|',
  )
})
