import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test.each([
  [{ PORT: '80x' }, 'PORT must be from 0 to 65535, not "80x"'],
  [{ CALENDAR: 'nyse' }, 'CALENDAR must be one of always-open, jpx, not "nyse"'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  [{ PUBLIC_URL: 'aitai' }, 'PUBLIC_URL must be like https://desk.example, without a path, not "aitai"'],
  [{ DEMO: 'maybe' }, 'DEMO must be one of on, off, exposed, not "maybe"'],
  [{ METRICS: 'loopback' }, 'METRICS must be off, anyone or a port, not "loopback"'],
  [{ PEER_URL: 'http://host' }, 'PEER_URL must be like https://host:8090, not "http://host"'],
  [{ PEER_URL: 'ftp://host:1' }, 'PEER_URL must be like https://host:8090, not "ftp://host:1"'],
  [
    { PEER_URL: 'https://host:8090', PEER_TLS_CA: 'ca.crt' },
    'A PEER_URL with https needs PEER_TLS_CA, PEER_TLS_CERT and PEER_TLS_KEY',
  ],
  [{ CHANGES_PER_SECOND: '0' }, 'CHANGES_PER_SECOND must be a whole number above 0, not "0"'],
])('an invalid value %o is refused with one clear line', (env, line) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(line))
})
