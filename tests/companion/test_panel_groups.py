"""Many answers are offered in two steps, by what their names share."""

from companion.panel.groups import groups


def test_families_are_told_by_what_follows_the_first_word() -> None:
    names = [f"{rank} {family}" for family in ("Average Joe", "Robot", "Teen") for rank in range(1, 11)]
    found = groups([*names, "Wisdom", "Dead End"])
    assert list(found) == ["Average Joe", "Robot", "Teen", ""]
    assert [names[at] for at in found["Robot"]] == [f"{rank} Robot" for rank in range(1, 11)]
    assert len(found[""]) == 2


def test_few_answers_and_answers_without_families_stay_as_they_are() -> None:
    assert groups(["1 Robot", "2 Robot", "1 Teen"]) == {}
    assert groups([f"Card{number}" for number in range(60)]) == {}
