import path from "node:path";
import { execa } from "execa";
import { findOnPath, isProgram } from "../engine/programs.mjs";
import { goProgram } from "../go-program.mjs";

const PACKAGE = "github.com/Mastercard/terraform-provider-restapi";
const NAME = "terraform-provider-restapi";

/**
 * Finds Terraform and a generic REST provider. Returns `{ terraform, provider, introduction }`, or
 * `{ missing }`, which says what is missing and what to do. The provider comes from TERRAFORM_PROVIDER_RESTAPI,
 * PATH, or the folder `bin` of GOPATH. Otherwise it is built once from its Go module.
 */
export async function findTerraform() {
  const terraform = findOnPath("terraform");
  if (!terraform) return { missing: "there is no terraform on PATH. Install it as its documentation says." };
  let provider;
  try {
    provider = await findProvider();
  } catch (error) {
    return {
      missing: `${NAME} could not be built: ${error.message.split("\n")[0]}. Set TERRAFORM_PROVIDER_RESTAPI to its path.`,
    };
  }
  const { stdout } = await execa(terraform, ["version", "-json"], { env: { CHECKPOINT_DISABLE: "1" } });
  const version = JSON.parse(stdout).terraform_version;
  return {
    terraform,
    provider: provider.file,
    introduction: `Terraform ${version} with ${NAME} ${provider.version}`,
  };
}

async function findProvider() {
  const given = process.env.TERRAFORM_PROVIDER_RESTAPI;
  if (given && !isProgram(given)) throw new Error(`${given} is not a program`);
  const found = given ?? findOnPath(NAME) ?? (await inGoPath());
  if (found) return { file: found, version: `(${found})` };
  // `go install` would need the list of the module's versions, which a module proxy may lack.
  const file = await goProgram({ name: NAME, module: PACKAGE, main: PACKAGE });
  return { file, version: /-([\d.]+)(\.exe)?$/.exec(file)[1] };
}

async function inGoPath() {
  const { failed, stdout } = await execa("go", ["env", "GOPATH"], { reject: false });
  if (failed) return undefined;
  return stdout
    .split(path.delimiter)
    .map((folder) => path.join(folder, "bin", NAME))
    .find(isProgram);
}
