import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Kysely } from 'kysely'
import { recordAuditEventAlone } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import type { CallLimits } from '../http/call-limits.ts'
import { failed } from '../http/failures.ts'
import { networkOf } from '../http/networks.ts'
import type { Fingerprint } from './installation-secrets.ts'
import { hashOfToken } from './tokens.ts'

interface CredentialDeps {
  readonly database: Kysely<Database>
  readonly fingerprint: Fingerprint
  readonly limits: Pick<CallLimits, 'loginsPerNetwork'>
  readonly now: () => number
}

interface CredentialClaim {
  readonly email: string
  readonly credential: string
  /** The client's address. */
  readonly address: string
}

/** Who has signed in, and with which credential. */
export interface CredentialHolder {
  readonly userId: string
  readonly credentialId: string
}

/**
 * Returns the user as whom a credential may be used from an address. Throws the same 403 in all other cases, after the
 * same lookup, which counts against the limit of the network.
 */
export async function verifyApiCredential(
  { database, fingerprint, limits, now }: CredentialDeps,
  { email, credential, address }: CredentialClaim,
): Promise<CredentialHolder> {
  const network = networkOf(address)
  limits.loginsPerNetwork.check(network)
  const row = await database
    .selectFrom('credential')
    .leftJoin('credential_user', 'credential_user.credential_id', 'credential.id')
    .leftJoin('person', (join) =>
      join.onRef('person.id', '=', 'credential_user.user_id').on('person.email', '=', email),
    )
    .leftJoin('firm', 'firm.id', 'credential.firm_id')
    .select(['credential.id', 'networks', 'revoked_at', 'person.id as user_id', 'person.active'])
    .select(['firm.active as firm_active', 'credential.firm_id', 'credential.broker_id'])
    .where('secret_hash', '=', hashOfToken(credential))
    .orderBy('person.id', (order) => order.desc().nullsLast())
    .executeTakeFirst()
  const isAccepted =
    row?.revoked_at === null &&
    // One of a user of staff is for the command line alone.
    (row.firm_id !== null || row.broker_id !== null) &&
    row.active === 1 &&
    row.firm_active !== 0 &&
    isWithin(row.networks, address)
  if (isAccepted && row.user_id) return { userId: row.user_id, credentialId: row.id }
  limits.loginsPerNetwork.charge(network)
  await recordAuditEventAlone(
    database,
    {
      actor: '',
      action: 'loginFailed',
      subject: row?.user_id ?? '',
      outcome: 'REFUSED',
      details: {
        address: fingerprint('address', email),
        network: fingerprint('network', network),
        credential: row?.id ?? '',
      },
    },
    now(),
  )
  throw failed(403, 'ACCESS_DENIED', { reason: 'ACCESS_DENIED' })
}

/** Whether an address is in one of the networks, or any if there are none. */
function isWithin(networks: string, address: string): boolean {
  if (networks === '') return true
  const list = new BlockList()
  for (const network of networks.split(',')) {
    const [start = '', prefix] = network.split('/')
    list.addSubnet(start, Number(prefix ?? (isIPv6(start) ? 128 : 32)), familyOf(start))
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether a text is an address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32)
}
