import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/support/test-gateway.ts'
import { readGatewayConfig } from './gateway-config.ts'

const orders = {
  id: 'alder',
  type: 'orders',
  version: 'FIX.4.4',
  counterparty: 'ALDER-OMS',
  user: 'trader@alder.example',
  credential: 'ioi_c_a',
}
const folder = {
  id: 'birch',
  type: 'folder',
  user: 'trader@birch.example',
  credential: 'ioi_c_b',
  folder: 'desks/birch',
  language: 'ja',
}

function read(...sessions: readonly object[]) {
  const path = join(temporaryFolder(), 'sessions.json')
  writeFileSync(path, JSON.stringify({ sessions }), { mode: 0o600 })
  return readGatewayConfig({ FIX_SESSIONS: path }, { isDemo: false })
}

test('the file of sessions has FIX sessions and folders', () => {
  const config = read(orders, folder)

  expect(config.sessions).toEqual([orders])
  expect(config.folders).toEqual([{ ...folder, folder: resolve('desks/birch') }])
})

test.each([
  ['an unknown type', [{ ...orders, type: 'fills' }], '/sessions/0/type'],
  ['a folder with fields of FIX', [{ ...folder, counterparty: 'BIRCH' }], '/sessions/0'],
  ['a folder without a language', [orders, { ...folder, language: undefined }], '/sessions/1'],
  ['one id twice', [orders, { ...folder, id: 'alder' }], 'two sessions with the id alder'],
  [
    'one user twice',
    [orders, { ...folder, user: 'Trader@alder.example' }],
    'trader@alder.example; a user can',
  ],
  [
    'one folder twice',
    [folder, { ...folder, id: 'other', user: 'b@birch.example', folder: './desks/birch' }],
    'two sessions with the folder',
  ],
])('%s is refused', (_, sessions, message) => {
  expect(() => read(...sessions)).toThrow(message)
})
