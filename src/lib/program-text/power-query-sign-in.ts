import { powerQueryText } from './literal';

/**
 * Returns the Power Query steps that sign in. They read the variables `UserName` and `Password` and define `Headers`.
 * @param clientId The client id, or null for an API key, which needs no sign-in request.
 * @param sendForm Takes two expressions and returns the expression that posts a form to `token` and reads the JSON response.
 */
export function powerQuerySignIn(
  clientId: string | null,
  sendForm: (headers: string, content: string) => string,
): string {
  if (clientId === null) return '  Headers = [Authorization = "ApiKey " & UserName & ":" & Password],';
  const client = powerQueryText(clientId);
  return `  Credentials = Text.ToBinary(
    Uri.BuildQueryString([
      grant_type = "password",
      username = UserName,
      password = Password,
      client_id = ${client}
    ])
  ),
  SignIn = ${sendForm('[#"Content-Type" = "application/x-www-form-urlencoded"]', 'Credentials')},
  Headers = [Authorization = "Bearer " & SignIn[access_token], client_id = ${client}],`;
}
