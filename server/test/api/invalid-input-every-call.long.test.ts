import { callsByName } from '@aitai/contract/calls.ts'
import { defaultBodyBytes } from '@aitai/contract/routes/route.ts'
import { expect, test } from 'vitest'
import { httpMethods } from '../../src/http/methods.ts'
import {
  callNamed,
  callPath,
  hashOfStoredData,
  methodsServed,
  type PreparedRequest,
  prepareRequest,
  sendPrepared,
  undeclaredFailure,
} from '../support/call-requests.ts'
import { type Json, prototypePollution, type SchemaShape, schemaShapeOf } from '../support/json-document.ts'
import type { ApiResponse, RequestOptions } from '../support/test-user.ts'
import { type RequestFixture, startRequestFixture, type ValidRequest } from '../support/valid-requests.ts'
import { bodiesWithText, invalidBodies } from './invalid-values.ts'

const names = Object.keys(callsByName)
const withBody = names.filter((name) => callNamed(name).body && !callNamed(name).takesFile)
const withParams = names.filter((name) => callNamed(name).params)

/** Through JSON, as it is sent. */
const bodyOf = ({ body }: ValidRequest): Json => JSON.parse(JSON.stringify(body)) as Json
const shapeFor = (name: string): SchemaShape => schemaShapeOf(callNamed(name).body ?? {})

/**
 * Sends requests that must all be refused. Returns what is wrong with the replies or with what they changed.
 */
async function refusedAll(
  scene: RequestFixture,
  made: PreparedRequest,
  wrong: Iterable<{ readonly what: string; readonly sent: RequestOptions; readonly expected: object }>,
): Promise<readonly string[]> {
  const faults: string[] = []
  // The tick makes what the previous call has sent live, so wait for it.
  await scene.rests()
  const before = await hashOfStoredData(scene.desk.app)
  for (const { what, sent, expected: failure } of wrong) {
    const { status, body, text } = await sendPrepared(made, sent)
    const expected = { status, ...body, ...failure }
    if (JSON.stringify({ status, ...body }) !== JSON.stringify(expected))
      faults.push(`${made.name}, ${what}: ${status} ${text.slice(0, 200)}`)
  }
  if ((await hashOfStoredData(scene.desk.app)) !== before) faults.push(`${made.name} changed something`)
  return faults
}

const invalid = (field: string) => ({ status: 400, errorCode: 'INVALID', field })

function* wrongBodies(name: string, good: Json) {
  yield { what: 'nothing', sent: { body: undefined }, expected: invalid('body') }
  for (const raw of ['', '{', '{"a":1', "{'a':1}", '"\\ud8', 'NaN'])
    yield { what: `the text ${raw}`, sent: { raw, body: undefined }, expected: invalid('body') }
  for (const poison of prototypePollution) {
    const raw = JSON.stringify(good).replace('{', `{${poison},`)
    yield { what: poison, sent: { raw, body: undefined }, expected: invalid('body') }
  }
  for (const { what, body, field } of invalidBodies(shapeFor(name), good))
    yield { what, sent: { body }, expected: { ...invalid(field) } }
}

test('every call names missing bodies, wrong types and missing fields, and then does a valid request', async () => {
  const scene = await startRequestFixture()
  const faults: string[] = []

  for (const name of withBody) {
    const made = await prepareRequest(name, scene)
    faults.push(...(await refusedAll(scene, made, wrongBodies(name, bodyOf(made)))))
    const { status, text } = await sendPrepared(made)
    if (status !== 200) faults.push(`${name}, made well: ${status} ${text}`)
  }
  expect(faults).toEqual([])
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
})

function* wrongMedia(name: string) {
  const { bodyBytes = defaultBodyBytes, takesFile } = callNamed(name)
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    ';;',
  ]
  for (const type of [...types, ...(takesFile ? ['application/json'] : ['text/html', 'text/csv'])])
    yield {
      what: type,
      sent: { raw: 'a=1', headers: { 'content-type': type } },
      expected: { status: 415, errorCode: 'MEDIA_TYPE' },
    }
  const large = JSON.stringify('x'.repeat(bodyBytes))
  yield { what: 'too much', sent: { raw: large }, expected: { status: 413, errorCode: 'TOO_LARGE' } }
}

/** The other methods of a call, without a body. */
async function refusedByMethod(
  scene: RequestFixture,
  { name, by, params }: PreparedRequest,
): Promise<readonly string[]> {
  await scene.rests()
  const before = await hashOfStoredData(scene.desk.app)
  const faults: string[] = []
  for (const method of httpMethods) {
    if (methodsServed(name).includes(method)) continue
    const { status, text } = await by.calls(callPath(callNamed(name), params), { method })
    const isRight = status === 405 && (method === 'HEAD' ? text === '' : text.includes('"METHOD"'))
    if (!isRight) faults.push(`${name}, ${method}: ${status} ${text}`)
  }
  if ((await hashOfStoredData(scene.desk.app)) !== before)
    faults.push(`${name} was changed by another method`)
  return faults
}

test('every call refuses too large bodies, other types and other methods, and changes nothing', async () => {
  const scene = await startRequestFixture()
  const faults: string[] = []

  for (const name of names) {
    const made = await prepareRequest(name, scene)
    if (callNamed(name).method === 'POST') faults.push(...(await refusedAll(scene, made, wrongMedia(name))))
    faults.push(...(await refusedByMethod(scene, made)))
  }
  expect(faults).toEqual([])
})

const hardTexts = [
  'x'.repeat(300),
  'ｘ'.repeat(300),
  '７２０３．Ｔ',
  '',
  '\u0000',
  '𠮷'.repeat(70),
  '../../etc/passwd',
]

test('long, full-width and hostile texts in any field and address are refused, or are only texts', async () => {
  const scene = await startRequestFixture()
  const { app } = scene.desk
  const faults: string[] = []
  const check = async (
    made: PreparedRequest,
    sent: RequestOptions,
    answer: Promise<ApiResponse>,
    before: string,
  ): Promise<string> => {
    const response = await answer
    const fault = undeclaredFailure(callNamed(made.name), response)
    if (fault) faults.push(`${made.name} ${JSON.stringify(sent).slice(0, 200)}: ${fault}`)
    if (response.status === 200) await scene.rests()
    const after = await hashOfStoredData(app)
    if (response.status !== 200 && after !== before)
      faults.push(`${made.name} was refused and changed something`)
    return after
  }

  for (const name of withBody) {
    const made = await prepareRequest(name, scene)
    let before = await hashOfStoredData(app)
    for (const text of hardTexts)
      for (const body of bodiesWithText(shapeFor(name), bodyOf(made), text))
        before = await check(made, { body }, sendPrepared(made, { body }), before)
  }
  for (const name of withParams) {
    const made = await prepareRequest(name, scene)
    let before = await hashOfStoredData(app)
    for (const text of hardTexts.filter((each) => each !== '')) {
      const params = Object.fromEntries(Object.keys(made.params ?? {}).map((each) => [each, text]))
      before = await check({ ...made, params }, params, sendPrepared({ ...made, params }), before)
    }
  }
  expect(faults).toEqual([])
})
