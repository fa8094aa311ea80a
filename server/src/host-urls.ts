/**
 * The URLs of the single hosts of a PostgreSQL URL, which may name several as libpq accepts them:
 * `postgres://user@first:5432,second:5432/aitai?target_session_attrs=read-write`. The driver knows neither.
 * Throws TypeError if a host is invalid.
 */
export function hostUrls(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  if (!isSearched(url)) return [url]
  return hosts.split(',').map((host) => {
    const single = new URL(start + host + rest)
    single.searchParams.delete('target_session_attrs')
    return single.href
  })
}

/** Whether a URL names several hosts, or asks for one that accepts writes. */
export const isSearched = (url: string): boolean =>
  /^\w+:\/\/(?:[^@/?]*@)?[^/?]*,/.test(url) || /[?&]target_session_attrs=/.test(url)
