import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@aitai/contract/calls.ts'
import { expect, test } from 'vitest'
import { withoutSchemas } from './left-out.ts'

const contract = join(import.meta.dirname, '../../contract/src')
const withoutEmpty = (code: string): string => code.replace(/\s+/g, ' ')

test('a call keeps what a screen needs to make it, and that it has a body', () => {
  const declared = `export const login = call({
    method: 'POST', path: '/login', for: 'anyone', summary: 'Sign in', changes: true,
    body: Type.Object({ email: Type.String() }), reply: Type.Object({}), failures: { 401: ['NOT_SIGNED_IN'] },
  })
  export const lengths = { min: 12 }`

  expect(withoutEmpty(withoutSchemas(declared))).toBe(
    "export const login = call({ method: 'POST', path: '/login', for: 'anyone', changes: true, body: {} }) export const lengths = { min: 12 }",
  )
})

test('no call of the contract keeps a schema, and none is lost', () => {
  const files = readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  const left = files.map((file) => withoutSchemas(readFileSync(join(contract, file), 'utf8'))).join('\n')

  for (const { path } of calls) expect(left).toContain(`path: '${path}'`)
  expect(left).not.toMatch(/\bcall\(\{[^}]*\b(?:reply|summary|params|failures):/)
})
