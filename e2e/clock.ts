/**
 * A script that sets the clock of the program it runs in, from its start, forward or back. The clock goes on
 * from there. For a server, which decides by it what is open, and for the browsers of those who look at it.
 * @param by milliseconds
 */
const moved = (by: number): string => `{
  const now = Date.now.bind(Date)
  globalThis.Date = new Proxy(Date, {
    construct: (wall, given, target) =>
      Reflect.construct(wall, given.length > 0 ? given : [now() + ${by}], target),
    get: (wall, name) => (name === 'now' ? () => now() + ${by} : Reflect.get(wall, name)),
  })
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${by} })
}`

/** What makes it the given moment, in UTC, for a server and for a page. */
export function clockAt(moment: string): { readonly server: Record<string, string>; readonly page: string } {
  const script = moved(Date.parse(moment) - Date.now())
  const server = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
  return { server, page: script }
}
