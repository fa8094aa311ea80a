/**
 * A script that sets the clock of the program it runs in, from its start, forward or back. The clock goes on
 * from there. For a server, which decides by it what is open, and for the browsers of those who look at it.
 * @param by milliseconds, as a number or as what is asked for it each time
 */
const moved = (by: number | string): string => `{
  const now = Date.now.bind(Date)
  const { timeOrigin } = performance
  globalThis.Date = new Proxy(Date, {
    construct: (wall, given, target) =>
      Reflect.construct(wall, given.length > 0 ? given : [now() + ${by}], target),
    get: (wall, name) => (name === 'now' ? () => now() + ${by} : Reflect.get(wall, name)),
  })
  Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + ${by} })
}`

/** What makes it the given moment, in UTC, for a server and for a page. */
export function clockAt(moment: string): { readonly server: Record<string, string>; readonly page: string } {
  const script = moved(Date.parse(moment) - Date.now())
  return { server: runsFirst(script), page: script }
}

/** What lets a server's clock jump so many milliseconds forward while it runs, once, when it gets `jump`. */
export const clockWithJump = (by: number): Record<string, string> =>
  runsFirst(`let jumped = 0; process.once('${jumpSignal}', () => { jumped = ${by} }); ${moved('jumped')}`)

/** The signal for it. */
export const jumpSignal = 'SIGUSR2'

const runsFirst = (script: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
})
