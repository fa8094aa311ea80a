import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { adminSocketPath } from './socket-path.ts'

const onFiles = test.skipIf(process.platform === 'win32')
const longest = `/${'日'.repeat(30)}d`
const tooLong = `${longest}d`

onFiles('the admin socket is in the data folder, up to its longest path', () => {
  expect(Buffer.byteLength(longest)).toBe(92)
  for (const folder of ['/var/lib/aitai', longest])
    expect(adminSocketPath(folder, { XDG_RUNTIME_DIR: '/run/user/1000' })).toBe(`${folder}/aitai.sock`)
})

onFiles(
  'for a longer path it is in the runtime folder of the user, and never in one that others can write to',
  () => {
    const path = adminSocketPath(tooLong, { XDG_RUNTIME_DIR: '/run/user/1000' })
    expect(path).toMatch(/^\/run\/user\/1000\/aitai-[0-9a-f]{24}\.sock$/)
    expect(adminSocketPath(`${tooLong}d`, { XDG_RUNTIME_DIR: '/run/user/1000' })).not.toBe(path)

    for (const env of [{}, { XDG_RUNTIME_DIR: '' }, { XDG_RUNTIME_DIR: tooLong }])
      expect(() => adminSocketPath(tooLong, env)).toThrow(ConfigError)
    expect(() => adminSocketPath(tooLong, {})).toThrow('DATA_DIR has more than 92 bytes')
  },
)
