import { readFileSync } from 'node:fs'
import { calls, callsByName } from '@aitai/contract/calls.ts'
import { methodsOf } from '@aitai/contract/routes/route.ts'
import { isTextKey } from '@aitai/messages/texts.ts'
import { asyncApiDocument } from '@aitai/server/http/docs/asyncapi.ts'
import { openApiDocument } from '@aitai/server/http/docs/openapi.ts'
import { liveLimits } from '@aitai/server/live/limits.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  asJson,
  brokenReferences,
  type Json,
  objectsIn,
  resolveReference,
} from '../../../server/test/support/json-document.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { documents } from './documents.ts'

interface Operation {
  readonly operationId: string
  readonly security: readonly Record<string, readonly string[]>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json }[]
  readonly requestBody?: { readonly content: Record<string, unknown> }
  readonly responses: Record<string, Json>
}

const openApi = asJson(openApiDocument())
const { paths } = openApi as unknown as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
/** Nodes with `$ref`, or the values that they refer to. */
function resolved(at: Json | undefined): Json {
  const { $ref } = (at ?? {}) as { $ref?: string }
  return ($ref ? resolveReference(openApi, $ref) : at) ?? null
}

const pathOf = (path: string): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`

// Generated within the test: the mutation tests run only tests that reach the changed code.
test('the documents of the API are what npm run docs generates', () => {
  for (const { file, text } of documents()) expect(readFileSync(file, 'utf8'), file).toBe(text)
})

test('the descriptions are served, and the readable list has every call', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  const nobody = desk.person('')

  expect(await nobody.callsOk('/docs/json')).toEqual(openApi)
  expect(await nobody.callsOk('/docs/async')).toEqual(asJson(asyncApiDocument(liveLimits)))
  const { text } = await nobody.calls('/docs')
  for (const { path } of calls) expect(text).toContain(`<code>/api${path}</code>`)
})

// spec: 7.base.3
test('every call is described under its name, with its methods, and nothing else is', () => {
  const described = operations.map(
    ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
  )
  const declared = Object.entries(callsByName).flatMap(([name, call]) =>
    methodsOf(call).map(
      (method) =>
        `${method === call.method ? name : `${name}ByPost`} ${method.toLowerCase()} ${pathOf(call.path)}`,
    ),
  )
  expect(described.toSorted()).toEqual(declared.toSorted())
  for (const { path, operation } of operations)
    expect(operation.responses['200'], path).toHaveProperty('content')
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
})

test('every reference resolves', () => {
  expect(brokenReferences(openApi)).toEqual([])
  expect(brokenReferences(asJson(asyncApiDocument(liveLimits)))).toEqual([])
  expect(brokenReferences({ a: { $ref: '#/components/none' } })).toEqual(['#/a: #/components/none'])
})

test('every path parameter is declared once, as required', () => {
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = (operation.parameters ?? []).filter((each) => each.in === 'path')
    expect(
      declared.map(({ name }) => name),
      path,
    ).toEqual(named)
    for (const each of declared) expect(each, path).toMatchObject({ required: true })
    for (const { schema } of declared) expect(resolved(schema), path).toMatchObject({ type: 'string' })
  }
})

test('the security of each call is described', () => {
  const { components } = openApi as unknown as { components: { securitySchemes: Record<string, unknown> } }
  const schemes = Object.keys(components.securitySchemes)
  const shownFor: Record<string, string> = { twoFactor: 'twoFactorToken', feed: 'feedToken' }
  for (const { path, operation } of operations) {
    const audience = calls.find((call) => pathOf(call.path) === path)?.for ?? ''
    const shown = operation.security.flatMap((each) => Object.keys(each))
    expect(shown, path).toEqual(audience === 'anyone' ? [] : [shownFor[audience] ?? 'session'])
    for (const each of shown) expect(schemes).toContain(each)
  }
})

test('a file may be sent in two content types, everything else as JSON', () => {
  const types = (path: string) => Object.keys(paths[path]?.post?.requestBody?.content ?? {})
  expect(types('/api/advert/bulk-upload-adverts')).toEqual(['text/html', 'text/csv'])
  expect(types('/api/feed/quotes')).toEqual(['application/json'])
  for (const { method, path, operation } of operations)
    if (method === 'get') expect(operation.requestBody, path).toBeUndefined()
})

/** The codes of each failure of an operation, by status. */
function codesOf({ responses }: Operation): readonly (readonly [status: string, codes: readonly string[]])[] {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => {
      const codes = [...objectsIn(resolved(response))].find(({ place }) => place.endsWith('/errorCode'))
      return [status, (codes?.object.enum ?? []) as readonly string[]] as const
    })
}

test('every failure names its codes, and each code has a text in both languages', () => {
  for (const { path, operation } of operations) {
    const failures = codesOf(operation)
    expect(
      failures.map(([status]) => status),
      path,
    ).toEqual(expect.arrayContaining(['405', '429', '500', '503']))
    for (const [status, codes] of failures) {
      expect(codes.length, `${path} ${status}`).toBeGreaterThan(0)
      for (const code of codes) expect(isTextKey(code), code).toBe(true)
    }
  }
})

/** The keywords of the schemas, each of which is one of JSON Schema's. */
const keywords = new Set(
  `$ref allOf anyOf const description enum exclusiveMinimum items maxItems maximum maxLength minItems minimum
  minLength pattern patternProperties properties required type additionalProperties`.split(/\s+/),
)

test('schemas use JSON Schema keywords only, and required fields are described', () => {
  const { components } = openApi as unknown as { components: { schemas: Record<string, Json> } }
  for (const schema of Object.values(components.schemas))
    for (const { place, object } of objectsIn(schema)) {
      if (/\/(properties|patternProperties)$/.test(place)) continue
      const unknown = Object.keys(object).filter((keyword) => !keywords.has(keyword))
      expect(unknown, place).toEqual([])
      const properties = Object.keys((object.properties ?? {}) as object)
      for (const name of (object.required ?? []) as readonly string[])
        expect(properties, place).toContain(name)
    }
})

test('the YAML of the live socket parses to the original document', () => {
  const written = documents().find(({ file }) => file.endsWith('asyncapi.yaml'))
  expect(parse(written?.text ?? '')).toEqual(asJson(asyncApiDocument(liveLimits)))
})
