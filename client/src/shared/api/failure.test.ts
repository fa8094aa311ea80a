import { en } from '@aitai/messages/en.ts'
import { expect, test } from 'vitest'
import { failureFromError, isCallFailure, messageOnly, refusalInReply } from './failure.ts'

test('a refusal by a rule keeps its code and values', () => {
  const data = { errorCode: 'ADVERT-LOT', message: 'lot', variables: { lotSize: 100 } }

  expect(failureFromError({ status: 409, data })).toEqual({ ...data, status: 409 })
})

test('a 401 keeps the reason and the temporary token', () => {
  const data = { errorCode: '2FA_REQUIRED', message: 'code', reason: '2FA_REQUIRED', token: 't' }

  expect(failureFromError({ status: 401, data })).toMatchObject({ reason: '2FA_REQUIRED', token: 't' })
})

test('no response is a network error', () => {
  expect(failureFromError({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' }).errorCode).toBe(
    'ERR_NETWORK',
  )
  expect(failureFromError({ status: 'TIMEOUT_ERROR', error: 'too long' }).errorCode).toBe('ERR_NETWORK')
})

test("a gateway's error page is reported as an unreachable server", () => {
  const page = { status: 'PARSING_ERROR', originalStatus: 502, data: '<html>', error: 'SyntaxError' } as const

  expect(failureFromError(page).errorCode).toBe('GATEWAY_OFFLINE')
  expect(failureFromError({ status: 503, data: 'upstream' }).errorCode).toBe('GATEWAY_OFFLINE')
})

// spec: 8.defaults.6
test('any other failure without a code is an internal error', () => {
  expect(failureFromError({ status: 500, data: null }).errorCode).toBe('INTERNAL')
  expect(failureFromError({ status: 418, data: { message: ' ' } }).errorCode).toBe('INTERNAL')
})

// spec: 8.shown.5
test('a message without a code is kept, to be shown', () => {
  expect(failureFromError({ status: 418, data: { message: 'teapot' } })).toEqual({
    status: 418,
    errorCode: messageOnly,
    message: 'teapot',
  })
  expect(Object.keys(en)).not.toContain(messageOnly)
})

test('every client-side code has a text', () => {
  for (const code of ['ERR_NETWORK', 'GATEWAY_OFFLINE', 'INTERNAL']) expect(Object.keys(en)).toContain(code)
})

test('a refusal with status 200 is a failure too', () => {
  expect(refusalInReply({ error: 'exists', errorCode: 'ADVERT-ERROR-001' })).toMatchObject({
    errorCode: 'ADVERT-ERROR-001',
  })
  expect(refusalInReply({ id: 'a1', causeOfDeath: null })).toBeNull()
  expect(refusalInReply([{ error: 'x', errorCode: 'y' }])).toBeNull()
})

test('only an object with a code and a status is a failure of a call', () => {
  expect(isCallFailure({ status: 409, errorCode: 'X', message: 'x' })).toBe(true)
  expect(isCallFailure(new Error('a bug'))).toBe(false)
  expect(isCallFailure(undefined)).toBe(false)
})
