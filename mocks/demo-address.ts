/** Where the demo's service pretends to be. Nothing sent there leaves the browser. */
export const DEMO_SERVICE_ADDRESS = 'https://prices.example.com/papi';
