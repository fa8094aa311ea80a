import { callApi, type SignedInSession, signIn } from '@aitai/contract/api-client.ts'
import { approveRequest } from '@aitai/contract/routes/console/approvals.ts'
import { demoPassword } from '../../../src/admin/demo/demo-accounts.ts'

/** The administrator of the demonstration, who is the second person of tests. */
export const signInAdministrator = (url: string): Promise<SignedInSession> =>
  signIn(url, 'administrator@aitai.example', demoPassword)

/** Approves a request as the administrator. Returns its state: GRANTED if its requester has to run it again. */
export async function approveAsAdministrator(url: string, id: string) {
  const { state } = await callApi(await signInAdministrator(url), approveRequest, { body: { id } })
  return state
}
