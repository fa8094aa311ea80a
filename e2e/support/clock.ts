/**
 * Returns a script that moves the clock of the program in which it runs, forward or back; the clock continues
 * from there. It is used for the server and for browsers.
 * @param by milliseconds, a number or an expression that is evaluated each time
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

/**
 * Sets the clocks of a server and a page to a time in UTC. The server's jumps forward by `jump` milliseconds, once,
 * when it receives `jumpSignal`; the page follows its server.
 */
export function clockAt(
  moment: string,
  jump = 0,
): { readonly server: Record<string, string>; readonly page: string; readonly ahead: number } {
  const ahead = Date.parse(moment) - Date.now()
  return { server: clockWithJump(jump, ahead), page: moved(ahead), ahead }
}

/** Lets a running server's clock, which is `ahead`, jump forward by these milliseconds, once, when it receives `jump`. */
export const clockWithJump = (by: number, ahead = 0): Record<string, string> =>
  runsFirst(
    `let jumped = ${ahead}; process.once('${jumpSignal}', () => { jumped += ${by} }); ${moved('jumped')}`,
  )

/** The signal that triggers it. */
export const jumpSignal = 'SIGUSR2'

const runsFirst = (script: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
})
