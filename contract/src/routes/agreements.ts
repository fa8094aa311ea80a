import { route } from './route.ts'

export const connectBroker = route({
  name: 'connectBroker',
  method: 'POST',
  path: '/connection-agreement/connect-broker',
  for: 'trader',
})

export const brokerUserExecutionListing = route({
  name: 'brokerUserExecutionListing',
  method: 'GET',
  path: '/connection-agreement/broker-user-execution-listing',
  for: 'broker',
})

export const brokerExecutionConfirmation = route({
  name: 'brokerExecutionConfirmation',
  method: 'POST',
  path: '/connection-agreement/broker-execution-confirmation',
  for: 'broker',
})

export const brokerExecutionUndo = route({
  name: 'brokerExecutionUndo',
  method: 'POST',
  path: '/connection-agreement/broker-execution-undo',
  for: 'broker',
})
