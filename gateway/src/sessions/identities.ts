import { BlockList, isIPv6, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { DecodedMessage } from '../wire/encoding.ts'
import { fieldOf } from '../wire/fix-message.ts'
import type { SessionIdentity } from './session-config.ts'
import { tags } from './session-messages.ts'
import type { SessionRunner } from './session-runner.ts'

/** The sessions by what a Logon claims: the version and both CompIDs. */
export class Identities {
  readonly #runners: ReadonlyMap<string, { readonly runner: SessionRunner; readonly networks: BlockList }>

  /** Throws if a network is not valid, or if two sessions have the same version and CompIDs. */
  constructor(runners: readonly SessionRunner[]) {
    this.#runners = new Map(
      runners.map((runner) => {
        const { beginString, compId, counterparty, identity } = runner.config
        return [keyOf(beginString, counterparty, compId), { runner, networks: networksOf(identity) }]
      }),
    )
    if (this.#runners.size < runners.length)
      throw new Error('Two FIX sessions have the same CompIDs and version.')
  }

  /**
   * Returns the session that a Logon may open, or why it may not. The reason is for the log alone: a stranger
   * must not learn which CompIDs exist or which part of the claim is wrong.
   */
  async claim(logon: DecodedMessage, socket: Socket): Promise<SessionRunner | string> {
    const { beginString, message } = logon
    const sender = fieldOf(message, tags.senderCompId) ?? ''
    const found = this.#runners.get(keyOf(beginString, sender, fieldOf(message, tags.targetCompId) ?? ''))
    if (!found) return 'unknown CompIDs or version'
    const { runner, networks } = found
    const { identity, id } = runner.config
    const address = addressOf(socket)
    if (identity.networks.length > 0 && !networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
      return `${id} from another network`
    }
    if (identity.certificates.length > 0 && !hasCertificate(socket, identity.certificates)) {
      return `${id} without its certificate`
    }
    const username = fieldOf(message, tags.username) ?? ''
    const password = fieldOf(message, tags.password) ?? ''
    if (identity.checkPassword && !(await identity.checkPassword(username, password))) {
      return `${id} with a wrong password`
    }
    return runner
  }
}

const keyOf = (beginString: string, counterparty: string, compId: string): string =>
  `${beginString}\x01${counterparty}\x01${compId}`

function networksOf({ networks }: SessionIdentity): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** Returns the address of the other end; that of an IPv4 client on an IPv6 socket as IPv4. */
export const addressOf = ({ remoteAddress }: Socket): string =>
  (remoteAddress ?? '0.0.0.0').replace(/^::ffff:(?=\d+\.)/, '')

const normalized = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()

/** The TLS layer has verified its authority and dates. */
function hasCertificate(socket: Socket, fingerprints: readonly string[]): boolean {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return false
  const { fingerprint256 } = socket.getPeerCertificate()
  return fingerprints.some((one) => normalized(one) === normalized(fingerprint256 ?? ''))
}
