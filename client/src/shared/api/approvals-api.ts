import * as approvals from '@aitai/contract/routes/console/approvals.ts'
import { baseApi, mutationEndpoint, queryEndpoint } from './base-api.ts'

/** The calls about what waits for a second person, which load with the console. */
const approvalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    operationsApprovals: queryEndpoint(build, approvals.operationsApprovals, 'Operations'),
    approveRequest: mutationEndpoint(build, approvals.approveRequest, 'Operations'),
    rejectRequest: mutationEndpoint(build, approvals.rejectRequest, 'Operations'),
  }),
})

export const { useOperationsApprovalsQuery, useApproveRequestMutation, useRejectRequestMutation } =
  approvalsApi
