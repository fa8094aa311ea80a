import { ConfigError } from '../config-values.ts'

/** Codes of an address that is not one of this machine. */
const elsewhere = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']

/** Runs what listens. Throws ConfigError with the name of the variable if the host or the port is not ours to use. */
export async function listening<T>(
  { variable, host }: { readonly variable: string; readonly host: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (elsewhere.includes(code))
      throw new ConfigError(
        `${variable}: ${host} is not an address of this machine (${code}). Use one of its own addresses${variable === 'HOST' ? ', or 0.0.0.0 for all of them' : ''}.`,
      )
    throw error
  }
}
