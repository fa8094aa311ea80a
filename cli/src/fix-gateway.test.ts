import { afterEach, expect, test, vi } from 'vitest'
import { countGatewaySessions } from './fix-gateway.ts'

// The tests may run as root, to whom no folder is closed.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  statSync: () => {
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  },
}))

afterEach(() => vi.unstubAllEnvs())

test('a closed folder in which the operator stands has no gateway, and stops neither status nor doctor', async () => {
  vi.stubEnv('FIX_DATA_DIR', undefined)

  expect(await countGatewaySessions()).toBeNull()
})

test('a closed folder that FIX_DATA_DIR names is reported by that name', async () => {
  vi.stubEnv('FIX_DATA_DIR', '/srv/closed')

  await expect(countGatewaySessions()).rejects.toThrow('FIX_DATA_DIR: this user may not open /srv/closed.')
})
