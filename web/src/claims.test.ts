// SPDX-License-Identifier: Apache-2.0
import { expect, it } from "vitest";
import { claimSummary } from "./claims";

it("counts the verdicts, the good ones first", () => {
  expect(claimSummary([])).toBe("no claim was measured");
  expect(claimSummary([{ verdict: "partly" }])).toBe("1 claim: 1 partly");
  expect(claimSummary([{ verdict: "not run" }, { verdict: "reproduced" }, { verdict: "reproduced" }])).toBe(
    "3 claims: 2 reproduced, 1 not run",
  );
});
