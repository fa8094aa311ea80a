import {
  addBroker,
  addFirm,
  assignBroker,
  changeBroker,
  changeFirm,
  disableBroker,
  disableFirm,
  enableBroker,
  enableFirm,
  operationsInstitutions,
  renameFirm,
  unassignBroker,
} from '@aitai/contract/routes/console/institutions.ts'
import type { ConsoleBroker, ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import type { AppContext } from '../../context.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/**
 * The institutions and brokers, on the operators' console (docs/decisions/0158-console-users.md). Any grant may look;
 * operations changes them.
 */
export function institutionCalls(app: AppContext): void {
  serve(app, operationsInstitutions, async (_, session) => ({
    firms: (await runConsoleCommand(app, session, 'firm list', {})) as ConsoleFirm[],
    brokers: (await runConsoleCommand(app, session, 'broker list', {})) as ConsoleBroker[],
  }))

  serve(app, addFirm, async (request, session) => {
    const { name } = (await runConsoleCommand(app, session, 'firm add', request)) as { name: string }
    return { name }
  })

  serve(app, changeFirm, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'firm change', request)),
  )

  serve(app, renameFirm, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'firm rename', request)),
  )

  serve(app, disableFirm, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'firm disable', request)),
  )

  serve(app, enableFirm, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'firm enable', request)),
  )

  serve(app, addBroker, async (request, session) => {
    const added = (await runConsoleCommand(app, session, 'broker add', request)) as { shortName: string }
    return { shortName: added.shortName }
  })

  serve(app, changeBroker, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'broker change', request)),
  )

  serve(app, disableBroker, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'broker disable', request)),
  )

  serve(app, enableBroker, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'broker enable', request)),
  )

  serve(app, assignBroker, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'broker assign', request)),
  )

  serve(app, unassignBroker, async (request, session) =>
    changeIn(await runConsoleCommand(app, session, 'broker unassign', request)),
  )
}

/** Of a command's result the only part that the console needs. */
const changeIn = (result: unknown) => ({ changed: (result as { changed: boolean }).changed })
