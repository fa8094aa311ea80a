/**
 * Whether a host name or address can only be reached from this machine. `*.localhost` always resolves to the
 * loopback address (RFC 6761). Accepts IPv6 with or without brackets.
 */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
