import { listCommand } from '../simple-commands.ts'

export const status = listCommand('status', 'Show the state of the installation')
