import { RIGHTS } from './rights';

export interface Account {
  readonly userName: string;
  readonly password: string;
  readonly role: string;
  /** The rights of the account. The service checks these rights, and ignores the claims in its tokens. */
  readonly rights: readonly string[];
  /** The form of access tokens. From an opaque token, or a JWT without a `rights` claim, the client cannot read the rights. */
  readonly tokenStyle: 'jwt' | 'jwt-without-rights' | 'opaque';
}

export interface DemoAccount extends Account {
  readonly label: 'Pricing manager' | 'Analyst' | 'Viewer';
}

const ALL_RIGHTS = Object.values(RIGHTS);

/** The accounts of the demo. The passwords protect nothing, and exist only because the sign-in form requires one. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    label: 'Pricing manager',
    userName: 'manager',
    password: 'demo-manager',
    role: 'PricingManager',
    rights: ALL_RIGHTS,
    tokenStyle: 'jwt',
  },
  {
    label: 'Analyst',
    userName: 'analyst',
    password: 'demo-analyst',
    role: 'Analyst',
    rights: [RIGHTS.extractPrices, RIGHTS.editItems],
    tokenStyle: 'jwt',
  },
  {
    label: 'Viewer',
    userName: 'viewer',
    password: 'demo-viewer',
    role: 'Viewer',
    rights: [RIGHTS.viewCost],
    tokenStyle: 'jwt',
  },
];

export const TEST_ACCOUNTS = {
  /** A second account with all rights. Tests use it to check that it does not see data of the first account. */
  secondManager: account('jürgen.müller', 'demo-Zażółć&gęślą=1+1%', 'PricingManager', ALL_RIGHTS, 'jwt'),
  opaqueToken: account('opaque', 'demo-opaque', 'PricingManager', ALL_RIGHTS, 'opaque'),
  tokenWithoutRights: account(
    'unspoken',
    'demo-unspoken',
    'Analyst',
    [RIGHTS.extractPrices],
    'jwt-without-rights',
  ),
  nobody: account('nobody', 'demo-nobody', 'Guest', [], 'jwt'),
} as const;

export const ACCOUNTS: readonly Account[] = [...DEMO_ACCOUNTS, ...Object.values(TEST_ACCOUNTS)];

function account(
  userName: string,
  password: string,
  role: string,
  rights: readonly string[],
  tokenStyle: Account['tokenStyle'],
): Account {
  return { userName, password, role, rights, tokenStyle };
}
