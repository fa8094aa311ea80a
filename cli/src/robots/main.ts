import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrokerRobot, runBrokerRobot } from './broker-robot.ts'
import { runTraderRobot, type TraderRobot } from './trader-robot.ts'

type Robot = TraderRobot | BrokerRobot

/**
 * Runs the demo robots, which are ordinary clients of the public API. Configured by the environment, because
 * command-line arguments are readable for everyone on the machine: AITAI_URL is the server, AITAI_ROBOTS a JSON
 * list of Robot. Ends with the process that started it.
 */
const maxPauseMs = 30_000

function readEnvironment(): { baseUrl: string; robots: readonly Robot[] } {
  const { AITAI_URL: baseUrl, AITAI_ROBOTS: robots } = process.env
  if (!baseUrl || !robots) {
    console.error('robots: AITAI_URL and AITAI_ROBOTS must be set; npm start sets them')
    process.exit(2)
  }
  return { baseUrl, robots: JSON.parse(robots) as Robot[] }
}

/** Runs a robot until the signal aborts. Restarts it after a failure, with increasing delays. */
async function keepRobotRunning(baseUrl: string, robot: Robot, signal: AbortSignal): Promise<void> {
  let pauseMs = 1_000
  while (!signal.aborted) {
    const began = Date.now()
    try {
      if (robot.role === 'BROKER') await runBrokerRobot(baseUrl, robot, Math.random, signal)
      else await runTraderRobot(baseUrl, robot, Math.random, signal)
    } catch (error) {
      if (signal.aborted) return
      console.error(`robot ${robot.email}: ${error instanceof Error ? error.message : error}; trying again`)
    }
    pauseMs = Date.now() - began > maxPauseMs ? 1_000 : Math.min(pauseMs * 2, maxPauseMs)
    await wait(pauseMs, undefined, { signal }).catch(() => {})
  }
}

const { baseUrl, robots } = readEnvironment()
const ending = new AbortController()
setMaxListeners(0, ending.signal)
for (const sign of ['disconnect', 'SIGTERM', 'SIGINT'] as const) process.on(sign, () => ending.abort())
await Promise.all(robots.map((robot) => keepRobotRunning(baseUrl, robot, ending.signal)))
process.exit(0)
