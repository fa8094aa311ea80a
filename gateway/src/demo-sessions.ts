import { demoCredentials, demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import type { SessionEntry } from './session-entry.ts'

const counterparties: Readonly<Record<string, string>> = {
  'trader@alder.example': 'ALDER-OMS',
  'trader@birch.example': 'BIRCH-OMS',
  'broker@hinoki.example': 'HINOKI',
}

/** The sessions of the demonstration, with the public password of its accounts; from this machine alone. */
export const demoSessions: readonly SessionEntry[] = demoCredentials.map(({ secret, email }) => {
  const counterparty = counterparties[email] ?? email
  return {
    id: counterparty.toLowerCase(),
    version: 'FIX.4.4',
    counterparty,
    type: email.startsWith('broker') ? 'dropCopy' : 'orders',
    user: email,
    credential: secret,
    password: demoPassword,
    networks: ['127.0.0.0/8', '::1'],
    day: { start: '06:00', end: '06:00' },
  }
})
