/** The network that a household or company shares: an IPv4 address, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail.split(':').filter((group) => group !== '')
  const zeros = plain.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}

/**
 * The larger networks around a network, the smallest first, because one attacker may own a whole one: /24 for
 * IPv4; /48 and /32 for IPv6.
 */
export function widerNetworksOf(network: string): readonly string[] {
  if (!network.includes(':')) return [`${network.split('.').slice(0, 3).join('.')}.0/24`]
  const groups = network.split(':')
  return [`${groups.slice(0, 3).join(':')}::/48`, `${groups.slice(0, 2).join(':')}::/32`]
}
