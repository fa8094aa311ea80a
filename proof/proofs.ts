/** One size of a proof: environment variables and arguments added to its command. */
interface ProofSize {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: string
}

/** A command that answers one question about the platform. It exits non-zero when the answer is no. */
export interface Proof {
  readonly name: string
  readonly question: string
  /** Run by the shell in the root of the repository, with node_modules/.bin on the path. */
  readonly command: string
  /** For CI. Null leaves the proof out. */
  readonly quick: ProofSize | null
  readonly full: ProofSize
  /** Measures time or keeps every core busy, so nothing runs beside it, in CI either. */
  readonly runsAlone?: true
}

const endToEnd = 'npm run -s build && npm run -s e2e --'

/**
 * In the order in which they run. CI runs two at a time: those that use one core stand before those that use several,
 * so that the last ones leave none idle.
 */
export const proofs: readonly Proof[] = [
  {
    name: 'golden',
    question:
      'Does the golden journal still fold to the same state, and does it have every kind of command, event, cause and optional term?',
    command: 'vitest run proof/replay/golden',
    quick: {},
    full: {},
  },
  {
    name: 'simulation',
    question:
      'Do seeded trading days break no invariant, agree with the oracle and replay to the same state?',
    command: 'vitest run proof/simulation/simulation.test.ts',
    quick: { env: { DAYS: '40' } },
    full: { env: { DAYS: '600' } },
  },
  {
    name: 'matcher',
    question: 'Does a matcher written from the rules alone decide short random histories as the engine does?',
    command: 'vitest run proof/simulation/histories',
    quick: { env: { HISTORIES: '400' } },
    full: { env: { HISTORIES: '5000' } },
  },
  {
    name: 'limit-price',
    question:
      'Does an oracle of the limit price, written from the rules by somebody who had not read the engine, decide as the engine does?',
    command: 'vitest run proof/limit-price',
    quick: { env: { HISTORIES: '200' } },
    full: { env: { HISTORIES: '5000' } },
  },
  {
    name: 'secrecy',
    question: 'Does anything that a trader can observe depend on what another institution does?',
    command: 'vitest run proof/simulation/secrecy',
    quick: { env: { PAIRS: '30' } },
    full: { env: { PAIRS: '200' } },
  },
  {
    name: 'day',
    question:
      'Do two scripted days end as the rules say, and do the figures of their cost analysis equal an independent computation?',
    command: 'vitest run proof/day',
    // Plays the first 45 minutes of both days.
    quick: { env: { DAY: 'short' } },
    full: { env: { DAY: 'whole' } },
  },
  {
    name: 'prober',
    question: 'What does a trader learn who posts IOIs only to find those of others, and what does it cost?',
    command: 'node proof/leaks/prober/main.ts',
    quick: { args: '--quick', env: { SEEDS: '1' } },
    full: { env: { SEEDS: '3' } },
  },
  {
    name: 'second-process',
    question: 'Does a journal fold to the same state in a process with another time zone, language and heap?',
    command: 'vitest run proof/replay/second-process.test.ts',
    quick: { env: { JOURNALS: '6' } },
    full: { env: { JOURNALS: '200' } },
  },
  {
    name: 'secrets',
    question:
      'Is any secret of a day found in a log line, a metric, a file, a backup or a wrong column, and is anything that is encrypted found in the clear?',
    command: 'node proof/leaks/secrets/main.ts',
    quick: {},
    // A second day on a PostgreSQL of its own.
    full: { args: '--postgres' },
  },
  {
    name: 'worlds',
    question: 'Does anything that an institution receives over HTTP and STOMP depend on its competitors?',
    command: 'node proof/leaks/worlds/main.ts',
    quick: { env: { COMMANDS: '1000' } },
    full: { env: { COMMANDS: '6000' } },
  },
  {
    name: 'long-tests',
    question:
      'Does every call refuse invalid input, ids of others, wrong roles and a repeated key? Is every page, refusal and failure shown? Do random sessions, the files of the gateway and the packages hold, and do the proofs find what is planted in them?',
    // Of the tests of proofs those that no other proof runs.
    command:
      'vitest run --project "long*" --project proof client engine gateway server tools proof/fuzz proof/leaks proof/replay/own-history',
    quick: {},
    full: {},
  },
  {
    name: 'cli',
    question: "Do the operator's commands do what they say, on a stopped and on a running server?",
    command: 'vitest run --project processes cli/test',
    // The robots play a day of a trial, which takes half as long as all others.
    quick: { args: "--exclude '**/robots.test.ts'" },
    full: { env: { CLI_PROCESSES: 'on' } },
  },
  {
    name: 'processes',
    question: 'Does the server start, stop, log and survive being killed as its operators expect?',
    command: 'vitest run --project processes server/test/processes',
    // These take half of the time: the crashes below lose replies as well.
    quick: { args: "--exclude '**/{lost-replies,log-file,rotation-crashes}.test.ts'" },
    full: {},
  },
  {
    name: 'floods',
    question: 'Do members sign in and trade while the server is flooded with connections and log-ins?',
    command: 'vitest run --project floods',
    quick: {},
    full: {},
  },
  {
    name: 'replay',
    question: 'Is a journal of 100,000 commands verified, and every flipped byte of it found and named?',
    command: 'vitest run proof/replay/replay-verification.test.ts && node proof/replay/replay-day.main.ts',
    quick: { args: '--commands 3000 --quick' },
    full: { args: '--commands 100000' },
  },
  {
    name: 'crash',
    question: 'Does kill -9 at a random moment lose or repeat anything that was acknowledged?',
    command: 'vitest run proof/crash',
    quick: { env: { CRASHES: '5' } },
    full: { env: { CRASHES: '300' } },
  },
  {
    name: 'fail-overs',
    question:
      'Several processes: how soon does another one write after the writer was killed, and is anything lost or repeated?',
    command: 'vitest run --project cluster proof/cluster/fail-overs.test.ts',
    quick: { env: { FAIL_OVERS: '1' } },
    full: { env: { FAIL_OVERS: '500' } },
  },
  {
    name: 'situations',
    question:
      'Several processes: is anything lost or repeated when machines, network, clocks and databases fail?',
    command:
      'vitest run --project cluster proof/cluster/situations.test.ts proof/cluster/lost-entries.test.ts',
    // Takes minutes: CI has the tests of several processes of npm test, and the fail-overs.
    quick: null,
    full: { env: { ROUNDS: '10' } },
  },
  {
    name: 'upgrade',
    question:
      'Several processes: does any request fail while all servers behind a load balancer are replaced?',
    command: 'vitest run --project cluster proof/cluster/upgrade.test.ts',
    quick: null,
    full: { env: { ROUNDS: '10' } },
  },
  {
    name: 'slow-lines',
    question:
      'At round trips of up to two seconds, behind both load balancers and without WebSocket: how soon is a desk live?',
    command: 'npm run -s build && node proof/slow-lines/main.ts',
    // Needs HAProxy and nginx, and takes a quarter of an hour.
    quick: null,
    full: {},
  },
  {
    name: 'operations',
    question:
      'Do the commands of the page about several machines do what it says, on real clusters of PostgreSQL?',
    command: 'node proof/operations/main.ts',
    // Takes minutes, and creates clusters of the system's PostgreSQL.
    quick: null,
    full: {},
  },
  {
    name: 'alerts',
    question:
      "Does a real Prometheus fire each shipped alert by its real cause, and only then? Do promtool and the dashboard's queries accept the metrics?",
    command: 'node proof/alerts/main.ts',
    // The faults take minutes, and need root for a disk that is filled.
    quick: { args: '--quick' },
    full: {},
  },
  {
    name: 'fix-malformed',
    question:
      'Does any malformed FIX message stop the gateway, reach the application, disturb another session or grow the heap?',
    command: 'node --expose-gc proof/fix/malformed-messages.main.ts',
    quick: { env: { MESSAGES: '4000' } },
    full: { env: { MESSAGES: '100000' } },
  },
  {
    name: 'fix-crashes',
    question: 'Does `kill -9` of the FIX gateway at a random moment lose or repeat an order or a report?',
    command: 'node proof/fix/session-crashes.main.ts',
    quick: { env: { CRASHES: '10' } },
    full: { env: { CRASHES: '200' } },
  },
  {
    name: 'fix-rate',
    question: 'How soon does the FIX session layer alone answer an order, and how many in a second?',
    command: 'node proof/fix/session-rate.main.ts',
    quick: null,
    full: {},
  },
  {
    name: 'fix-trading',
    question: 'Can QuickFIX play two institutions and a broker through the whole job?',
    command: 'node proof/fix/trading.main.ts',
    // Needs g++ and Debian's package libquickfix-dev.
    quick: null,
    full: {},
  },
  {
    name: 'fix-desk',
    question: 'Do an institution by FIX and one at its desk in Chromium meet, and hear the same outcome?',
    command: 'npm run -s build && node proof/fix/desk.main.ts',
    // Needs g++ and Debian's package libquickfix-dev.
    quick: null,
    full: {},
  },
  {
    name: 'order-list',
    question:
      'Does a trader of a list of 100 orders, 40 of them located within five minutes, answer every contra by keys alone, in both languages?',
    command: 'npm run -s build && node proof/order-list/main.ts',
    // Takes a quarter of an hour; needs g++ and Debian's package libquickfix-dev.
    quick: null,
    full: {},
  },
  {
    name: 'fix-latency',
    question: 'How soon is an order by FIX reported, beside the same by HTTP?',
    command: 'node proof/fix/trading-latency.main.ts',
    // Needs g++ and Debian's package libquickfix-dev.
    quick: null,
    full: {},
  },
  {
    name: 'fix-trading-crashes',
    question: 'Does kill -9 of server, gateway or QuickFIX lose or repeat an order, or the numbers?',
    command: 'node proof/fix/trading-crashes.main.ts',
    // Needs g++ and Debian's package libquickfix-dev.
    quick: null,
    full: { env: { CRASHES: '200' } },
  },
  {
    name: 'fix-definitions',
    question: 'Does the FIX gateway pass the acceptance definitions of QuickFIX for servers?',
    command: 'node proof/fix/definitions.main.ts',
    // Needs a clone of the repository of QuickFIX, which QUICKFIX names.
    quick: null,
    full: {},
  },
  {
    name: 'fuzz',
    question:
      'Does any generated request cause a 5xx, an undeclared answer, a stack trace or a growing heap?',
    command: 'node --expose-gc proof/fuzz/main.ts',
    quick: { env: { REQUESTS: '4000' } },
    full: { env: { REQUESTS: '100000' } },
  },
  {
    name: 'accounts',
    question:
      'Do log-in, forgot-password, passkeys and sign-ins at a provider reveal, by bytes or by time, who has an account?',
    command: 'node proof/leaks/accounts/main.ts',
    quick: { env: { PAIRS: '40' } },
    full: { env: { PAIRS: '2000' } },
    runsAlone: true,
  },
  {
    name: 'market-pushes',
    question: 'Does a trader find from pushed prices which securities another desk has on screen?',
    command: 'node proof/leaks/market-pushes/main.ts',
    // Takes minutes: npm test has the same attack on one server.
    quick: null,
    full: { env: { SCANS: '3' } },
  },
  {
    name: 'read-timing',
    question: 'Does the time of a read tell in which security others send commands?',
    command: 'node proof/leaks/read-timing/main.ts',
    quick: null,
    full: {},
  },
  {
    name: 'submit-timing',
    question: 'Does the time of the reply to a submit tell that a contra waits?',
    command: 'node proof/leaks/submit-timing/main.ts',
    quick: null,
    full: {},
  },
  {
    name: 'e2e',
    question: 'Does every feature work in a real browser, in both languages, accessibly?',
    command: endToEnd,
    // CI has run the main tests by npm test, each in one language. Of the others that run in both languages it
    // runs the Japanese ones: what needs a real browser. Those that wait for minutes, those whose flow a test of
    // client or server shows too, and the accessibility audits would take it over its 25 minutes.
    quick: { args: '--grep-invert "@main|@full|, En( |$)"' },
    full: {},
    runsAlone: true,
  },
  {
    name: 'bench-runs',
    question: 'Does every benchmark still run, and measure what it names?',
    command: 'vitest run proof/bench',
    quick: null,
    full: {},
  },
  {
    name: 'bench',
    question: 'How fast are the engine, the journal, the desks, the notifications and the pages?',
    command: 'node proof/bench/main.ts',
    quick: null,
    full: {},
  },
  {
    name: 'mutation',
    question: 'Do the tests of engine, server and client detect changes to the code that they cover?',
    command: 'node proof/mutation/main.ts',
    quick: null,
    full: {},
  },
]
